/** Whether a key pressed there is a letter that is written, and no command. */
export function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], .monaco-editor') !== null
  )
}
