/** Returns whether a key pressed there is typed text rather than a command. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable], .monaco-editor',
    ) !== null
  )
}
