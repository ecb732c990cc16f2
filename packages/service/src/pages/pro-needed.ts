import { html } from './html.ts';
import { drawPage } from './layout.ts';

export const drawProRequired = (email: string, formToken: string): string =>
  drawPage({
    title: 'Pro needed',
    email,
    formToken,
    body: html`<h1>Signal pages need a Pro subscription</h1>
<p>You are signed in as ${email}, whose account is on the Free plan.</p>
<p>Whoever runs this service can change that: <code>npm run -s cli -- user plan ${email} pro</code></p>
<p><a href="/settings">Your settings</a></p>`,
  });
