import { expect, it } from 'vitest';
import { agreeVerbs } from '../../src/naming/print.ts';

it.each([
  ["Peek don't working", "Peek isn't working"],
  ["Widgets: tiles don't working", "Widgets: tiles aren't working"],
  ["Program doesn't works", "Program doesn't work"],
  ["Menu doesn't crashes", "Menu doesn't crash"],
  ["Power Rename don't show", "Power Rename doesn't show"],
  ['React hooks fails', 'React hooks fail'],
  ['Fancy Zones not work on start', "Fancy Zones doesn't work on start"],
  ['Tiles and zones not work again', "Tiles and zones don't work again"],
])('mends "%s"', (title, mended) => {
  expect(agreeVerbs(title)).toBe(mended);
});

it.each([
  'PowerToys Run does not work',
  'Menu and toolbar do not open',
  "Menu and toolbar don't open",
  'Terraform plan shows changes',
  "Search in emails doesn't work anymore",
  'Session will not start',
  'Windows not found',
  "Icons don't load",
])('leaves "%s" as it is', (title) => {
  expect(agreeVerbs(title)).toBe(title);
});
