/** A memory that a variant takes out of everything that the model is shown. */
export interface HiddenMemory {
  readonly storeId: string
  readonly memoryId: string
  /** every path that it has had */
  readonly paths: readonly string[]
  /** the texts of the hidden lines; null: all of it */
  readonly lines: ReadonlySet<string> | null
  /** its content when the turn began; '' where all of it is hidden */
  readonly content: string
}

/** A content without its hidden lines; null: nothing is to be seen of it. */
export function withoutHidden({ lines, content }: HiddenMemory): string | null {
  if (lines === null) return null
  return content
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n')
}
