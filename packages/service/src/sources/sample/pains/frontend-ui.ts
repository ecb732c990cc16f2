import type { Pain } from '../parts/pain.ts';

export const frontendUi: Pain[] = [
  {
    id: 'hydration-mismatch-server-client-markup',
    area: 'FRONTEND_UI',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7.5, phase: 5 },
    near: ['hydrated-page-ignores-early-clicks'],
    projects: [
      'marblefinch/viewloom',
      'dappledfox/stagehand-ssr',
      'ospreyloom/pagewright',
      'marblefinch/viewloom-router',
      'candlewick/inkstone',
    ],
    tellings: [
      {
        title: 'Hydration mismatch between server and client HTML',
        text: 'Only in production, only for some visitors. The error overlay prints the whole tree and marks a <div> that looks the same on both sides to me.',
      },
      {
        title: 'Hydration mismatch: server HTML does not match the client',
        text: 'We print relative times. On the server it says 3 minutes, by the time the browser runs the same code it is 4, React complains and throws the entire subtree away.',
      },
      {
        title: 'Hydration mismatch, server and client HTML differ in production',
        text: 'Node formats 1 234,50 with a narrow no-break space, Safari with a plain no-break space. Invisible to the eye, fatal to the reconciler. How is that supposed to be my fault?',
      },
      {
        title: 'Hydration failed, server HTML does not match client',
        text: 'The container is in UTC and the visitor is in Denver. So the greeting disagrees and I get a warning for each pageview from over there.',
      },
      {
        title: 'Hydration mismatch between server and client with dates',
        text: "It stuffs attributes into <body> before our bundle wakes up, and then the framework decides that the document isn't what it expected. {percent}% of our error quota is this.",
      },
      {
        title: 'Hydration mismatch because server and client format numbers differently',
        text: 'turns out it discards what came from the backend and rebuilds everything from zero, because ONE attribute differs. used to patch it silently',
      },
      {
        title: 'Server and client HTML do not match, hydration error',
        text: 'The label points at :r3: in the markup we send and at :r5: after boot. Happens if a lazy boundary sits above it, so the numbering is shifted by two.',
      },
      {
        title: 'Hydration mismatch between server and client with random ids',
        text: 'I want to show the sidebar collapsed if it was collapsed last time. There is no localStorage in Node, so the first paint says open, the browser says closed, and the console goes red.',
      },
      {
        title: 'Hydration mismatch of server and client HTML since {version}',
        text: 'The message in the production build is a numbered code with a link. The link repeats that something rendered differently. I have {n} components on that screen.',
      },
      {
        title: 'Hydration error: client HTML does not match the server',
        text: "Spent four hours on this. Our CMS editor returned a paragraph inside a paragraph, the HTML parser closes the outer one on its own, and from there the DOM isn't what was sent as a string.",
      },
      {
        title: 'Hydration mismatch between server and client theme',
        text: 'Math.random() during render gives bucket A in the response and B after startup. Obvious in hindsight, but it was hidden in a third-party hook.',
      },
      {
        title: 'How to find a hydration mismatch between server and client?',
        text: 'The CDN strips comments and collapses whitespace. The framework apparently uses those comments as markers, and it bails out to a full client-side render. Nobody told us the markup must arrive untouched.',
      },
      {
        title: 'Hydration mismatch: browser extension changes the server HTML',
        text: 'Put it on the wrapper, the nested <time> still screams. So now it is on {n} elements across {project} and I feel dirty.',
      },
      {
        title: 'Hydration mismatch between server and client HTML',
        text: 'Our inline script sets class="dark" before paint so that there is no flash. Works beautifully, except that the attribute then is not what came over the wire and we get yelled at.',
      },
      {
        title: 'Hydration mismatch: server HTML does not match the client',
        text: 'We pick the mobile or the desktop nav by window.innerWidth. Server has no window and assumes desktop, so each phone receives one tree and builds another.',
      },
      {
        title: 'Hydration mismatch, server and client HTML differ in production',
        text: 'The old major would quietly fix a differing string. The new one counts it as recoverable error and reports it to our tracker, 40k events in a day.',
      },
    ],
    settings: [
      'Pages are rendered in a container that runs in UTC and are cached for five minutes.',
      'Our users sit in eleven time zones and four locales, the rendering host in one.',
      'It never happens in the dev server, only with the minified build behind the CDN.',
      'Content comes from a rich-text CMS whose HTML we insert as it is.',
      'Prices and dates go through Intl, with the ICU data of whatever Node image we happen to use.',
      'The theme and the sidebar state are read from localStorage at first render.',
      'It is an app-router site with streaming and about thirty Suspense boundaries.',
    ],
    attempts: [
      'Moving the date into a useEffect gets rid of the warning and gives us a visible jump instead.',
      'I rendered the widget with ssr: false, and now search engines see an empty box there.',
      'Sending the time zone in a cookie fixes the second visit but not the first.',
      'We diffed curl output against outerHTML and the only difference was an invisible space.',
      'suppressHydrationWarning on the parent does nothing for the children that actually differ.',
      'Pinning the ICU version on the server matched Chrome and broke Safari.',
      'I switched off HTML minification at the CDN and half of the reports went away.',
    ],
    effects: [
      'The whole tree is thrown away and rendered a second time, so our LCP went from 1.8 to 4.1 seconds.',
      'Our error tracker is full of mismatch reports and we no longer see the real ones.',
      'Visitors from the US see prices flip from one format to another right after load.',
      'Scroll position and half-typed text vanish when the subtree gets replaced.',
      'We have a lint rule against Date in components now, and a wiki page nobody reads.',
      'Two of us have been comparing HTML strings by eye since Tuesday.',
    ],
    code: [
      `Warning: Text content did not match. Server: "12 Mar, 23:58" Client: "13 Mar, 00:58"
    at time
    at PostMeta (./components/post-meta.tsx:14)`,
      `<time dateTime={post.at}>{formatDistance(post.at, Date.now())} ago</time>`,
    ],
  },
  {
    id: 'hydrated-page-ignores-early-clicks',
    area: 'FRONTEND_UI',
    painType: 'complaint',
    life: { kind: 'emerging', perWeek: 1.05, phase: 3.67 },
    near: ['hydration-mismatch-server-client-markup'],
    projects: [
      'dappledfox/stagehand-ssr',
      'ospreyloom/pagewright',
      'candlewick/inkstone',
      'ferrystone/shopfront-kit',
      'marblefinch/viewloom',
    ],
    tellings: [
      {
        title: 'Page ignores clicks before hydration',
        text: 'The server sends a perfect page within 300 ms and everything on it is dead until hydration has finished. People tap "Add to cart" three times and then leave.',
      },
      {
        title: 'Clicks before hydration are ignored',
        text: 'Looks ready. Is not ready. On a cheap Android it takes seven seconds between the first paint and the moment the menu reacts to a finger.',
      },
      {
        title: 'Buttons ignore clicks before hydration',
        text: "Type your password, hit Enter quickly, and the browser does a plain GET with the credentials in the URL since our onSubmit hasn't been attached yet. That is a security problem, not just a cosmetic one!",
      },
      {
        title: 'Page ignores early clicks until hydration is done',
        text: 'Not queued, not replayed, gone. If I wait two seconds after it appears then it works first time.',
      },
      {
        title: 'Clicks before hydration ignored on slow phones',
        text: 'e2e suite is flaky because the button is visible + enabled + has no handler. we sprinkle waitForTimeout everywhere like it is 2014',
      },
      {
        title: 'Page ignores clicks for seconds before hydration',
        text: 'The metrics reward us for showing pixels early. What they do not see is that the pixels are inert till 900 kB of JavaScript has been parsed and run.',
      },
      {
        title: 'Early clicks before hydration are lost',
        text: 'I honestly preferred the spinner. With a spinner you know you have to wait, whereas now the dropdown is simply deaf and visitors blame their phone.',
      },
      {
        title: 'Form ignores clicks before hydration',
        text: 'I start writing in the search box straight away. Half a second later the framework takes over, sets the controlled value to "" and eats the beginning of my query.',
      },
      {
        title: 'Page looks ready but ignores clicks before hydration',
        text: 'The big chart at the bottom takes 1900 ms of main thread, and until it is through, the login link in the header cannot be pressed. Selective wake-up was promised to us, I do not see it.',
      },
      {
        title: 'Server-rendered page ignores clicks before hydration',
        text: 'I would disable the button until someone is listening. But in {project} {version} there is neither an event nor an attribute telling me that.',
      },
      {
        title: 'Menu ignores clicks before hydration in {version}',
        text: 'User ticks "I agree" while the bundle is still downloading. The native box is ticked, our store never hears of it, submit says "please agree". Great experience.',
      },
      {
        title: 'Why are clicks before hydration ignored?',
        text: 'Now pieces of markup arrive even sooner and scripts arrive as late as before. The window in which clicks go nowhere has doubled.',
      },
      {
        title: 'Page ignores clicks before hydration',
        text: 'Field data says that the worst interactions all happen in the opening seconds, on hero CTA and burger menu. On my MacBook there is no such window.',
      },
    ],
    settings: [
      'Two thirds of our traffic is mid-range Android on 4G.',
      'The landing page ships about 900 kB of JavaScript although it has one button that matters.',
      'The checkout form is rendered on the server and wired up in the browser.',
      'We stream the markup and load the scripts with defer behind a consent tool.',
      'A charting library wakes up on the same page, below the fold.',
      'I can reproduce it with 6x CPU throttling and a fast finger.',
    ],
    attempts: [
      'Lazy loading the chart freed the header a bit, the menu remains dead for a second and a half.',
      'I put a tiny inline script that records clicks and replays them, and it fires some of them twice.',
      'Disabling the buttons until an effect has run is honest, but marketing hates the grey button.',
      'We added method="post" so that an early submit does at least not leak the password into the address bar.',
      'Islands would help, and would mean rewriting every page that has a provider at its root.',
      'Preloading the main chunk moved the moment from 4.1 to 3.6 seconds.',
    ],
    effects: [
      'Conversion on slow phones is 18 percent below desktop, and session replays show people tapping a dead button.',
      'A password ended up in our access log because the form was submitted before anyone was listening.',
      'Every end-to-end test begins with an arbitrary wait.',
      'Support gets "your menu is broken" from people who only had to wait two more seconds.',
      'Double orders, since users press again and both get through in the end.',
      'Our search ranking dropped with the interaction metric even though the paint got faster.',
    ],
    code: [
      `await page.goto('/login');
await page.getByRole('button', { name: 'Sign in' }).click(); // visible, enabled, no handler yet
// -> GET /login?email=a%40b.c&password=hunter2`,
    ],
  },
  {
    id: 'mobile-keyboard-covers-focused-field',
    area: 'FRONTEND_UI',
    painType: 'bug',
    life: { kind: 'returning', perWeek: 2, phase: 7.97 },
    near: ['mobile-keyboard-leaves-blank-gap'],
    projects: [
      'pinegrove/tapkit',
      'ferrystone/shopfront-kit',
      'saltmeadow/chatpane',
      'pinegrove/tapkit-forms',
      'ospreyloom/pagewright',
    ],
    tellings: [
      {
        title: 'Keyboard covers the focused input field',
        text: 'Focus the last field of a long form on Android and it stays under the keyboard. You type blind until you scroll by hand.',
      },
      {
        title: 'Mobile keyboard hides the input field',
        text: 'On a full screen it lifts the content as it should. In a bottom sheet the text box remains where it was, underneath the keys.',
      },
      {
        title: 'Keyboard covers input on Android',
        text: 'position: fixed; bottom: 0 is relative to a viewport that does not shrink, so the message bar ends up behind the on-screen keys. 100dvh changes nothing.',
      },
      {
        title: 'Input field hidden behind the keyboard',
        text: 'Nice meta tag. Safari ignores it and our sticky footer with the Send button is covered as ever.',
      },
      {
        title: 'Keyboard covers text field inside a modal',
        text: 'Edge-to-edge is enforced now and with it windowSoftInputMode became a no-op. The window keeps its full height and the bottom third of each form is obscured as soon as the IME slides in.',
      },
      {
        title: 'Focused field stays under the keyboard',
        text: 'login screen, iphone SE, password box is exactly where the keys come up. every user with a small phone writes to us about it',
      },
      {
        title: 'Keyboard hides the chat input on iOS',
        text: 'Layout moves up by the height it had without the autocomplete row, and that row then sits on top of the last {n} pixels of my text box. So close.',
      },
      {
        title: 'Keyboard covers last field of the form',
        text: 'It is called on focus, at which time the panel has not started its animation. By the time it is up, the caret is below the fold again.',
      },
      {
        title: 'Keyboard covers the input since {version}',
        text: 'visualViewport reports a different number on each device, floating and split modes report zero, and hardware-key users get the bar. I simply need the element with the caret to be visible.',
      },
      {
        title: 'Input covered by keyboard in bottom sheet',
        text: 'The stock one is okay. With a swipe or a Japanese one the event fires with height 0 and whatever the person is filling out is buried.',
      },
      {
        title: 'KeyboardAvoidingView: keyboard still covers the input',
        text: 'Six-digit code screen. As the digits pad is always open, "Confirm" lies below it, and there is nothing left to scroll. You have to know that you can close it with the back gesture.',
      },
      {
        title: 'Focused input not scrolled above the keyboard',
        text: 'What remains visible is our header. The field with focus is somewhere down there, I suppose.',
      },
      {
        title: 'Keyboard covers input field in landscape mode',
        text: 'First three lines are fine. From line four on the cursor wanders beneath the panel and {project} never scrolls after it.',
      },
      {
        title: 'Keyboard covers the focused input field',
        text: 'Regression. In the previous release the web view was resized by the native shell, with {version} it is overlaid instead.',
      },
    ],
    settings: [
      'The form sits in a bottom sheet that is 70 percent of the screen high.',
      'It is a chat screen with the composer pinned to the bottom edge.',
      'We target the newest Android SDK, with edge-to-edge switched on for us.',
      'Same code as a web app in Safari and in a web view within our native shell.',
      'Small phones are a third of our audience, it never shows on the large ones we develop with.',
      'The field in question is the last one before the submit button.',
      'Half of our users write Japanese with an IME that has an additional candidate row.',
    ],
    attempts: [
      'behavior="padding" lifts it on iOS and pushes it twice as high on Android.',
      'A setTimeout of 300 ms before scrollIntoView works on my phone and not on a slower one.',
      'I listen to visualViewport resize and translate the bar, which lags behind visibly.',
      'Adding 300 px of bottom padding makes the field reachable and the page ridiculous.',
      'windowSoftInputMode="adjustPan" shows the field but moves the header off the screen.',
      'We tried three keyboard-aware scroll views and each fails inside a modal.',
      'Setting an offset by hand fits exactly one device.',
    ],
    effects: [
      'People mistype their passwords because they cannot see the box, and lock themselves out.',
      'On small phones nobody gets past the verification code, the button is underneath the keys.',
      'One-star reviews say that you have to write blind.',
      'Our accessibility audit failed as focus must not be obscured.',
      'Customers dictate their address to support by phone instead of filling out the form.',
      'We maintain a table of offsets per device model, and I wish I was joking.',
    ],
    code: [
      `<KeyboardAvoidingView behavior={Platform.OS === 'ios' ? 'padding' : 'height'} keyboardVerticalOffset={88}>
  <TextInput multiline />  {/* covered from the 4th line on */}
</KeyboardAvoidingView>`,
      `.composer { position: fixed; bottom: 0; height: 56px; }
/* window.innerHeight 844, visualViewport.height 508, composer at 788 */`,
    ],
  },
  {
    id: 'mobile-keyboard-leaves-blank-gap',
    area: 'FRONTEND_UI',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2, phase: 2.85 },
    near: ['mobile-keyboard-covers-focused-field'],
    projects: [
      'saltmeadow/chatpane',
      'pinegrove/tapkit',
      'ferrystone/shopfront-kit',
      'pinegrove/tapkit-forms',
      'dappledfox/stagehand-ssr',
    ],
    tellings: [
      {
        title: 'Blank gap remains after the keyboard closes',
        text: 'Dismiss it and the view does not go back to full height. An empty band exactly as tall as the keyboard stays there until I rotate the phone.',
      },
      {
        title: 'Keyboard leaves a blank gap at the bottom',
        text: 'It moves up on focus, good. On blur it should return and does not, my composer floats in the middle of the screen over nothing.',
      },
      {
        title: 'Blank gap stays after closing the keyboard',
        text: 'Happens on iOS when you close with the swipe-down gesture instead of Done. The padding that was added for the panel is just never removed.',
      },
      {
        title: 'Keyboard closes and leaves a blank gap',
        text: 'After leaving an input the visual viewport claims to have an offset although nothing is open any more. Everything pinned is off and taps land {n} pixels beside what you see.',
      },
      {
        title: 'Keyboard leaves a blank gap where it was',
        text: "Open keys, go to another app to copy a code, come back: the panel is gone, the room made for it isn't. Reproducible every time.",
      },
      {
        title: 'Keyboard closed but blank gap stays',
        text: 'close keyboard -> grey void below the list. tap the list -> void stays. kill app -> fine again. since {version}',
      },
      {
        title: 'Blank gap at the bottom after keyboard is dismissed',
        text: 'If the sheet and the keys go away in the same gesture then we never hear about it. So the inset of the screen below is left at 336.',
      },
      {
        title: 'Keyboard leaves a blank gap under the composer',
        text: 'The OS reserves the height, the library reserves it on top. On close just one of them is undone. What is left is a strip of nothing above the tab bar.',
      },
      {
        title: 'Keyboard leaves a blank gap on iOS after swipe down',
        text: "Once the soft keys have been shown, the page thinks it's 450px tall forever, in a home-screen web app at least. The lower half is background colour.",
      },
      {
        title: 'Keyboard leaves a blank gap below the screen in {version}',
        text: "With the arrow button it drops as it should. With predictive back the insets animation is cancelled and our footer doesn't get the last frame.",
      },
      {
        title: 'Keyboard leaves a blank gap after it is dismissed',
        text: 'I scroll by one pixel and back to make the empty area collapse. It works, I am ashamed.',
      },
      {
        title: 'View keeps a blank gap after the keyboard closes',
        text: 'Face ID fills in both boxes, the keys vanish without the usual animation and {project} is left believing they are still there.',
      },
    ],
    settings: [
      'It takes a dismissal by gesture, the Done button is not affected.',
      'The list above is inverted, with the composer at its foot.',
      'It is installed to the home screen, so there is no browser bar that would trigger a resize.',
      'Sheet and screen below both react to the insets.',
      'It started with the last OS point release, on the same build of ours.',
      'Our login uses system autofill, which closes the keys on its own.',
    ],
    attempts: [
      'Scrolling by one pixel on blur makes the band collapse, most of the time.',
      'Setting the padding to zero in keyboardWillHide is overwritten by a later frame.',
      'I remount the whole screen by a changing key after dismissal, which loses the scroll position.',
      'Removing the avoiding view gets rid of the gap and brings back the covered input.',
      'Rotating the phone repairs it, so the numbers do exist somewhere.',
      'We listen to AppState and reset the inset on return, and then it sometimes resets while the keys are open.',
    ],
    effects: [
      'Users restart the app because half of it is an empty area.',
      'Taps go to the row below the one you touch as drawing and hit areas have drifted apart.',
      'Our review team rejected the build with a screenshot of the void.',
      'After three messages the conversation is visible through a slit.',
      'The bottom navigation floats in the middle of the display and looks like a prank.',
      'We rolled back a release for what is essentially leftover padding.',
    ],
    code: [
      `keyboardWillShow  height=336
keyboardWillHide  height=0
onLayout          height=508   // full height is 844, never restored`,
    ],
  },
  {
    id: 'data-grid-not-operable-by-keyboard-or-screen-reader',
    area: 'FRONTEND_UI',
    painType: 'feature_request',
    life: { kind: 'steady', perWeek: 1, phase: 7.5 },
    projects: ['ospreyloom/canvasgrid', 'candlewick/tabulon', 'ferrystone/shopfront-kit', 'thistlehurst/rowan-ui'],
    tellings: [
      {
        title: 'Data grid cannot be used with keyboard or screen reader',
        text: 'Tab walks through all {n} cells one by one and there is no way to leave. The pattern for grids is one tab stop plus arrows, it has been written down for years.',
      },
      {
        title: 'Data grid cannot be used with a screen reader',
        text: 'The table is made of divs and rows are absolutely positioned. No roles, no headers, so a blind colleague hears numbers without knowing in which column they are. Would you accept a PR adding aria-colindex?',
      },
      {
        title: 'Data grid cannot be used with the keyboard alone',
        text: 'When I press a header the order changes, visually. Could aria-sort be set, plus a polite live region that says what happened?',
      },
      {
        title: 'Data grid cannot be used with arrow keys',
        text: 'Shift-click ranges exist, Shift+ArrowDown does not. I have RSI and use your component eight hours a day.',
      },
      {
        title: 'Data grid cannot be used with a screen reader, cells are not read',
        text: 'VoiceOver thinks there are 20 rows since only 20 are in the DOM, the real number is 14,000. Setting aria-rowcount would be a start, keeping the focused row mounted while scrolling would be heaven.',
      },
      {
        title: 'Data grid cannot be used with the keyboard, navigation is missing',
        text: 'The node is recycled, document.activeElement becomes body, and whoever depends on the keys is thrown back to the top of the page. We would like an option to keep it alive.',
      },
      {
        title: 'Data grid cannot be used with screen readers: no roles or headers',
        text: 'everything else in our product passes. the drag handles for column width have no alternative at all and that is one of the failed criteria. any plans?',
      },
      {
        title: 'Data grid cannot be used with a screen reader, sorting is silent',
        text: 'Selected and unselected rows are told apart by a background colour only. With forced colours in Windows both look identical, an outline would do.',
      },
      {
        title: 'Data grid cannot be used with keyboard',
        text: 'It would be great if Shift+F10 and the menu key worked as well. Half of the actions live in there and are out of reach otherwise.',
      },
      {
        title: 'Data grid cannot be used with a screen reader, please support it',
        text: 'Enter opens the editor, Escape should close it and put me back on the cell. It puts me nowhere. Please restore the position, and announce the validation message while you are at it.',
      },
      {
        title: 'Data grid cannot be used with the keyboard',
        text: 'Proposal: a small menu on each heading with "move left" and "move right". Dragging is impossible for people with tremor or with switch devices.',
      },
      {
        title: 'Data grid cannot be used with a screen reader, it reads blank cells',
        text: 'Canvas rendering is impressive, 60 fps with a million rows. To assistive technology it is one unlabelled picture. Give us a prop that renders a plain <table> instead.',
      },
    ],
    settings: [
      'We sell to public authorities, and the new accessibility act applies to us.',
      'Two people in the accounting team of our customer work with JAWS all day.',
      'The grid draws to canvas and has about fourteen thousand rows.',
      'Rows are virtualised with twenty of them in the DOM at any time.',
      'The product is a back-office tool in which everyone lives in one big table.',
      'Our audit was done by an outside firm with NVDA and Dragon.',
    ],
    attempts: [
      'I added role="grid" from outside, but the cells are regenerated and lose it.',
      'Wrapping each cell in a focusable div made 600 tab stops out of one.',
      'Turning virtualisation off makes it readable and takes eleven seconds to render.',
      'We offer a CSV export as the accessible alternative, which the auditor did not accept.',
      'A forked version with roving tabindex lives in our repo and conflicts with every upstream release.',
      'Other table libraries are accessible and lack pinned columns, so switching is out.',
    ],
    effects: [
      'A blind employee of our customer has to ask a colleague to read the table to her.',
      'We lost a public tender on this one component.',
      'The audit report has 23 findings, 19 of them are the table.',
      'I cannot do my job without a mouse, and with a mouse it hurts.',
      'Legal set us a deadline in June and we have no plan B.',
      'We maintain a second, simple page for the same data just for screen readers.',
    ],
    code: [
      `<div class="cg-row" style="transform: translateY(4480px)">
  <div class="cg-cell">1,204.00</div> <!-- no role, no header, no index -->
</div>`,
    ],
  },
  {
    id: 'list-state-lost-on-back-navigation',
    area: 'FRONTEND_UI',
    painType: 'question',
    life: { kind: 'growing', perWeek: 1.6, phase: 15 },
    projects: [
      'marblefinch/viewloom-router',
      'thistlehurst/rowan-ui',
      'candlewick/tabulon',
      'ospreyloom/pagewright',
      'pinegrove/tapkit',
    ],
    tellings: [
      {
        title: 'List loses scroll position on back navigation',
        text: 'Open an item from row 180, press back, and you are at the top again. The router remounts the list and the rows are fetched from scratch.',
      },
      {
        title: 'List loses filters and scroll position on back navigation',
        text: 'They live in useState of the overview component, which gets unmounted. Where do you people keep them: URL, store, session storage?',
      },
      {
        title: 'List loses scroll position after back navigation',
        text: 'After returning only page one is loaded, so there is nothing to scroll to. Do I really have to refetch all {n} pages first?',
      },
      {
        title: 'How to keep the scroll position of a list on back navigation?',
        text: 'With auto the browser jumps before our data has arrived, so it lands somewhere random. With manual I have to do everything on my own. Is there a third option I overlook?',
      },
      {
        title: 'List loses scroll position with the back button',
        text: 'In Vue there is <KeepAlive>. What is the equivalent in React with {project}? I just want the former screen exactly as it was left, open accordions included.',
      },
      {
        title: 'List loses filters when the user goes back',
        text: 'If I put it there then each keystroke becomes a history entry and Back takes one letter away. If I use replace then it is lost in other cases. How do you do that?',
      },
      {
        title: 'List loses scroll position after visiting a detail page',
        text: "Devtools says not restored because of cache-control: no-store. Security insists on that header. So every return is a full reload and the visitor's place is lost.",
      },
      {
        title: 'List loses scroll position and filters on back navigation',
        text: 'native apps have had this right since forever... what is the idiomatic way on the web? Feels like I am missing something basic here',
      },
      {
        title: 'Infinite list loses scroll position on back navigation',
        text: 'It used to stay mounted beneath the new one. Is there an option to get that behaviour again, or do I need to save the offset by myself?',
      },
      {
        title: 'List loses scroll position on back',
        text: 'Pixel offsets are worthless as the heights get measured anew. Index of the first visible row? Plus a delta? Has someone done this properly?',
      },
      {
        title: 'List loses scroll position and all filters when going back',
        text: 'Users open five levels, edit one leaf, return, and may open five levels again. I could persist the set of ids, but when would I clear it?',
      },
      {
        title: 'List loses scroll position on back navigation since {version}',
        text: "On the way back the thumbnail flies to the top, since the page hasn't restored where it was yet. Which hook runs late enough?",
      },
    ],
    settings: [
      'The overview has about 2,000 products with infinite scrolling.',
      'Rows have different heights and are measured as they appear.',
      'We are on a client-side router with data loaded in effects.',
      'Security wants no-store on every authenticated page.',
      'Our editors go from list to detail and back some two hundred times a day.',
      'Filters, sorting, tabs and expanded nodes are all component state.',
    ],
    attempts: [
      'Saving window.scrollY in sessionStorage restores it before the rows are there.',
      'I moved the filters to the URL, and now the history is full of half-typed words.',
      'A global store keeps everything, including filters from last week.',
      'Opening details in an overlay avoids the problem until someone shares the link.',
      'Caching the query for five minutes helps with data, not with the position.',
      'I tried hiding the list by CSS instead of unmounting, memory grows with each screen.',
    ],
    effects: [
      'Editors open everything in new tabs and end the day with ninety of them.',
      'Shoppers see the top of the catalogue again and give up looking.',
      'It is the most upvoted complaint in our survey, and I have no good answer.',
      'People note down the row number on paper before they open a record.',
      'Each return costs four requests for data we already had.',
      'Our product manager calls the site forgetful, fair enough.',
    ],
    code: [
      `const [filters, setFilters] = useState(DEFAULTS); // gone as soon as /items/:id is opened
useEffect(() => window.scrollTo(0, saved.current), []); // list is still empty here`,
    ],
  },
];
