import { sha256Hex } from '@/lib/text/content'
import { versionDamaged } from './problems'

/** What is stored of a text, and the hash of what was written. */
export interface StoredText {
  content: string | null
  sha256: string | null
}

/** Returns whether what is stored is what was written; of a deletion and a redacted version nothing is. */
export function isSound({ content, sha256 }: StoredText): boolean {
  if (sha256 === null) return true
  return content !== null && sha256Hex(content) === sha256
}

/** The stored text; null: there is none. Refuses `version_damaged`. */
export function soundText(stored: StoredText, versionId: string): string | null {
  if (!isSound(stored)) throw versionDamaged(versionId)
  return stored.sha256 === null ? null : stored.content
}
