import type { Database } from '@/lib/db/database'
import { spellingsOf } from '@/lib/text/spellings'
import { findText, type FindTextInput, type TextCounts } from './find-text'

/** Another spelling of a text that occurs. */
export interface SpellingFound {
  text: string
  counts: TextCounts
}

/**
 * Finds which other spellings of a text occur, and counts the places of each. Refuses as
 * `findText`.
 */
export async function findSpellings(
  db: Database,
  input: Pick<FindTextInput, 'text' | 'storeIds' | 'signal'>,
): Promise<SpellingFound[]> {
  const found: SpellingFound[] = []
  for (const text of spellingsOf(input.text)) {
    const { counts, placeCount } = await findText(db, { ...input, text, limit: 0 })
    if (placeCount > 0) found.push({ text, counts })
  }
  return found
}
