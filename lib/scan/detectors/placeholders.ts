/** Words that stand where a secret would. */
const WORDS =
  /^(?:pass(?:word|wd|phrase)?|secret|token|user(?:name)?|my.?(?:pass|secret|token|key).{0,20}|your.{0,60}|the.?password|change.?(?:me|it).{0,20}|example.{0,60}|test(?:ing)?.{0,12}|dummy.{0,60}|fake.{0,60}|placeholder.{0,60}|redacted|masked|hidden|todo|none|null|undefined|string|xxx.{0,200})$/i

/** Templates, variables, masks: `${X}`, `{{x}}`, `<x>`, `%X%`, `$X`, `***`, `...`, `aaaa`. */
const SHAPES = /[{}<>[\]()]|^\$|^%.{1,200}%$|\*{3}|\.{3}|…|^(.)\1{3,200}$/

/** Returns whether a value stands for a secret without being one. */
export function isPlaceholder(value: string): boolean {
  return WORDS.test(value) || SHAPES.test(value)
}
