/** Desktop programs, libraries and runtimes. One group a line: words that a searcher may use one for the other. */
export const DESKTOP = `
ocr, text recognition, text extractor, text extraction, recognize text
chat program, slack, teams, discord, messenger, chat app
transparent, see-through, translucent, opacity, acrylic, mica, blur
dark mode, dark theme, dark setting, night mode, theme
calculator, calculate, calculation, arithmetic, formula, sums, math, equation
context menu, right-click menu, right-click, explorer menu, shell extension
blind, screen reader, accessibility, a11y, narrator, nvda, voiceover
translation, localization, localisation, i18n, own language, display language, language setting
launcher, quick launcher, run dialog, spotlight, application launcher
window layout, window layouts, zones, tiling, snap, snapping, window manager
window group, window groups, workspace, workspaces, saved session
preview pane, side pane, file preview, preview handler, quick look
key mapping, key assignment, key assignments, remap, remapping, key binding, keybinding, keyboard manager, hotkey
standby, sleep, hibernate, wake, wakes, comes back
keep awake, awake, prevent sleep, keep screen on, falls asleep, keep-my-computer-on
tray, notification area, system tray, tray icon
two pcs, two computers, multiple computers, second computer, kvm, borderless
orm, prisma, sequelize, typeorm, hibernate, entity framework, active record
edge platform, edge platforms, edge runtime, edge function, cloudflare, worker, workers, vercel edge
native binary, native binaries, engine, prebuilt binary, shared library, dll
generated files, generated client, codegen, code generation, generate
change the database, drift, migration, schema diff
panic, panics, unwrap, unreachable, abort, assertion failed
inspector, devtools, developer tools, dev tools
homework, assignment, student, students, beginner, run code, compile
missing packages, command not found, not installed, install suggestion
slow, slowly, performance, inefficient, latency, takes long, sluggish
camera, webcam, video capture, capture device
picture, image, photo, screenshot
gpu, cuda, graphics card, graphics driver, opengl, vulkan, metal
train, training, fit, epoch, fine-tuning
wallet, keystore, keys file, coins
peer, peers, node sync, block download, initial sync
plugin, extension, add-on, addon, module
upgrade, update, newer version, new version, latest version
remove, uninstall, delete, get rid
laptop, notebook, battery, power saving
font, typeface, glyph, ligature
crop, resize, scale, thumbnail
sound, audio, microphone, speaker
drag, drag and drop, dragging, drop
copy, paste, clipboard, cut
`;
