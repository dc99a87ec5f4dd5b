import type { HiddenLines } from './hidden-lines'

/** A memory that a variant takes out of everything that the model is shown. */
export interface HiddenMemory {
  readonly storeId: string
  readonly memoryId: string
  /** every path that it has had */
  readonly paths: readonly string[]
  /** null: all of it */
  readonly lines: HiddenLines | null
}

/** A content without its hidden lines; null: nothing is to be seen of it. */
export function withoutHidden({ lines }: HiddenMemory, content: string): string | null {
  return lines === null ? null : lines.without(content)
}
