import type { AreaSeeds } from './area-seeds.ts';

export const frontendUi: AreaSeeds = {
  telling: `
    css, tailwind, sass, styled components, flexbox, css grid, media query, dark mode, react, react component, jsx,
    useeffect, usestate, react hook, next.js, nextjs, nuxt, vue, vuex, pinia, angular, svelte, sveltekit, solid.js,
    astro, remix, hydration, hydration mismatch, server component, ssr, client side rendering, dom, virtual dom,
    rerender, infinite rerender, layout shift, cls, lcp, web vitals, lighthouse, viewport, safari, ios safari,
    mobile safari, firefox, internet explorer, accessibility, a11y, screen reader, aria, keyboard navigation,
    focus trap, tooltip, dropdown, modal, dialog, datepicker, date picker, carousel, autocomplete field,
    drag and drop, virtual list, virtualized, infinite scroll, react native, flutter, swiftui, jetpack compose,
    electron, android app, ios app, webview, material ui, design system, storybook, figma, svg icon, web font,
    animation, service worker, pwa, soft keyboard, virtual keyboard, rtl
  `,
  typical: `
    frontend, front end, ui, ux, component, render, rendering, browser, chrome, layout, button, form, form input,
    input field, scroll, scrolling, scrollbar, sticky header, page load, click, hover, touch, gesture, swipe, flicker,
    flash of unstyled, font, theme, color, contrast, style, stylesheet, responsive, mobile, tablet, screen, rotate,
    state management, redux, store, props, router, navigation, route change, client bundle, bundle size, hot reload,
    locale, translation, placeholder, label, checkbox, table view, list view, image loading, lazy loading, chart,
    canvas, pixel, white screen, blank page, resize
  `,
  vague: `
    page, app, widget, display, menu, tab, window, view, user interface, update, event handler, focus, typing, laggy,
    jank, element, template, local storage
  `,
};
