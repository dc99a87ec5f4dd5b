import { DamagedContent, type StoredText } from './stored-content'

/** A damaged content is left out, and told. */
export function contentOf(content: StoredText | null): {
  content: string | null
  isDamaged?: true
} {
  return content instanceof DamagedContent ? { content: null, isDamaged: true } : { content }
}
