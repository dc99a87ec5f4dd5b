/**
 * The list behind IN for so many values, each a parameter: `(?, ?)`. Of none it is a list that no
 * value is in; it is not for NOT IN, where that would leave nothing.
 */
export function oneOf(values: readonly unknown[]): string {
  return values.length === 0 ? '(NULL)' : `(?${', ?'.repeat(values.length - 1)})`
}
