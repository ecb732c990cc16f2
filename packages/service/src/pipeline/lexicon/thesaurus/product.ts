/** Screens, seeing what happens, language models and everyday work. One group a line: words that a searcher may use one for the other. */
export const PRODUCT = `
frontend, ui, user interface, client side, web app, gui
backend, server, server side, service
browser, chrome, safari, firefox, webview
page, screen, view, site, web page
component, widget, element, control
render, rendering, draw, paint, display, show
hydration, server rendering, ssr, server rendered, markup mismatch, prerender
mismatch, does not match, differ, disagree, not agree, inconsistent, different
click, tap, press, touch, interaction
early click, unresponsive, dead button, not interactive yet, ignored input, nothing happens
keyboard, on screen keyboard, soft keyboard, virtual keyboard, ime, typing area
cover, hide, overlap, obscure, behind, underneath, hidden
field, input, form, text box, form field
mobile, phone, smartphone, ios, android, small screen, tablet
gap, blank, white space, empty area, empty band, padding
table, grid, data grid, spreadsheet, rows
accessibility, a11y, screen reader, blind, disabled, wcag, assistive, aria
mouse, pointer, without a mouse, keyboard only
list, results, catalogue, overview, search results
scroll, scroll position, scrolled, position
filter, facet, sort order, selection, refine
back, back button, return, go back, navigate back, history
shopper, customer, visitor, buyer, end user, user
dark mode, theme, color scheme, night mode
layout, css, style, styling, alignment
flicker, flash, blink, jump, layout shift
translation, locale, language, i18n, localisation, internationalisation
drag, drag and drop, reorder
modal, dialog, popup, overlay, bottom sheet
dropdown, select, combobox, picker, menu
chart, graph, plot, diagram, dashboard
trace, tracing, distributed tracing, span, opentelemetry, request path, follow request
log, logs, logging, log line, journal
metric, metrics, measurement, prometheus, time series, counter
label, tag, dimension, attribute, cardinality
explode, blow up, grows without bound, millions of series, too many series, high cardinality
alert, alarm, page, pager, pagerduty, notification, on call, alerting, warning
noise, false alarm, for nothing, nothing wrong, spurious, false positive, cry wolf
silent, quiet, no alert, did not fire, no alarm, unnoticed, without notice
on call, pager duty, rota, night shift, standby engineer
exhausted, burnt out, tired, fatigue, overwhelmed
outage, downtime, down, unavailable, incident, offline, breakdown
monitoring, observability, telemetry, dashboards, supervision
stack trace, backtrace, crash location, crash report, traceback, stack frame
minified, compressed, obfuscated, bundled, uglified, unreadable
source map, symbol, symbolication, debug symbol, deobfuscation
debugger, debug, breakpoint, step through, inspect
profiler, profiling, flame graph, performance analysis
crash, segfault, panic, abort, dies, core dump, exits unexpectedly, killed
error, exception, failure, fault, fails, failed, throws, bug, defect
hang, freeze, stuck, frozen, unresponsive, not responding, blocked, stall
slow, slowness, latency, lag, lags, laggy, sluggish, performance, takes long, takes forever, takes ages, delay, duration
leak, memory leak, grows, never freed
wrong, incorrect, false, inaccurate, bad, mistaken
missing, absent, not there, lacking, no, without
broken, does not work, defective, not working, fails, out of order
annoying, frustrating, painful, tedious, irritating, nuisance
waste, lose time, hours lost, time sink, costs time
manual, by hand, hand made, manually, hand edited
again and again, repeatedly, loop, endless, cycle, over and over, infinite, same again
stops, ends, halts, gives up, quits, aborts, interrupted
abort, cancel, interrupted, breaks off, terminated, cut off
promise, announce, says it will, claims, pretends
llm, language model, ai model, gpt, chatgpt, claude, gemini, large language model
ai, artificial intelligence, machine learning, ml, assistant, copilot
agent, ai agent, bot, assistant, autonomous agent
tool call, function call, action, tool use, invoke, execute tool
hallucination, invented, fabricated, made up, makes up, confabulate, imaginary, fabricates
structured output, json, json mode, schema, typed output, form
invalid json, malformed, not parseable, syntax error, parse error, unparseable
conversation, chat, dialogue, thread, history, messages
forgets, forgotten, loses memory, does not remember, amnesia, ignores earlier
context window, context length, token limit, window
full price, resend, sending again, complete history, every turn, whole conversation
prompt, instruction, system prompt, request text
retrieval, rag, vector search, semantic search, embedding, knowledge base
evaluation, eval, benchmark, quality measure
document, pdf, invoice, file, scan
money, dollars, bill, cost, budget, spend
editor, ide, vscode, vs code, intellij, code editor
autocomplete, completion, intellisense, code completion, suggestion
red squiggle, stale error, false error, diagnostics, underline
restart, reload, reboot, start again
settings, configuration, config, options, preferences
terminal, shell, console, command line, cli
windows, wsl, powershell
container dev environment, devcontainer, dev container, codespace, remote environment
onboarding, getting started, first steps, newcomer, beginner, new hire
upgrade, update, migration, new version, bump
search, find, lookup, discover
email, mail, newsletter, message
file, document, attachment, upload
delete, remove, erase, drop, purge
save, store, persist, write, keep, saving
share, send, publish, post
permission prompt, consent, dialog, ask again
team, developers, engineers, programmers, devs, people
large, huge, big, very large, giant, massive
`;
