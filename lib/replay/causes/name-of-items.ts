import { createHash } from 'node:crypto'

/** Of 6 bits each: enough to tell items apart, and short beside what is kept of each answer. */
const NAME_LENGTH = 16

/** A short name of items that stays while they do. */
export function nameOfItems(items: readonly unknown[]): string {
  const all = JSON.stringify(items)
  return createHash('sha256').update(all).digest('base64url').slice(0, NAME_LENGTH)
}
