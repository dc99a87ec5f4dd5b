/** What a key means on every page, by the English names of the acts that it does. */
export const MEANINGS: Readonly<Record<string, RegExp>> = {
  a: /^(Keep|Allow|Dismiss)\b/,
  r: /^(Revert|Deny)\b/,
  e: /^(Edit|Merge by hand)\b/,
  c: /^Comment\b/,
  x: /^Redact\b/,
  z: /^Undo\b/,
  n: /^(New|Add|Connect)\b/,
  '↵': /^(Open|Select|Send|Review)\b/,
  j: /^Next\b/,
  k: /^(Back|Previous)\b|^Next or previous$/,
  Space: /^(Select|Take|Include)\b/,
  f: /^Filter/,
  w: /^Why\b/,
  g: /^Go to\b/,
  '⇧A': /^(Keep|Allow) (all|it|both)\b/,
  '⇧R': /^Revert\b/,
}
