/** The text in a form's field. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the text of a form's field if it was edited; undefined if it was not. */
export function touchedText(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name)
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isText && field.value !== field.defaultValue ? field.value : undefined
}
