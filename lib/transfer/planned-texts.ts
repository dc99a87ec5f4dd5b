import type { Database } from '@/lib/db/database'
import type { Audience } from '@/lib/store/model/audience'
import { utf8Bytes } from '@/lib/text/content'
import { countLines } from '@/lib/text/text-diff'
import type { PlannedText } from './seed-report'
import { headInStore } from './seed-target'

/** Limit on the characters of a plan's texts together: they are all sent with it. */
const MAX_CHARACTERS = 4_000_000

/** The texts that a plan gives: as many as fit, or one path's, however long. */
export type WantedTexts = 'all' | { path: string } | null

/** A memory that a plan leaves at a path. */
export interface LaidText {
  path: string
  /** its path in the store as it is; null: it is new */
  origin: string | null
  /** null: only its path changes */
  content: string | null
}

/** The texts that a plan makes of each memory, by its path afterwards. */
export class PlannedTexts {
  private readonly texts = new Map<string, PlannedText>()
  private characters = 0

  /** `storeId` null: a store that is still to be created */
  constructor(
    private readonly db: Database,
    private readonly store: { id: string | null; audience: Audience | undefined },
    private readonly wanted: WantedTexts,
  ) {}

  /** Notes what the steps of one moment leave; those that move memories are taken at once. */
  async lay(laid: readonly LaidText[], moved: ReadonlyMap<string, string>): Promise<void> {
    const earlier = new Map([...moved].map(([path, from]) => [path, this.texts.get(from)]))
    for (const from of moved.values()) this.drop(from)
    for (const { path, origin, content } of laid) {
      const known = earlier.get(path)
      if (content === null && known) this.put(path, known)
      else this.put(path, await this.compared(path, origin, content))
    }
  }

  /** Null: nothing is known of it. */
  of(path: string): PlannedText | null {
    return this.texts.get(path) ?? null
  }

  /** Notes that a memory goes. */
  async end(path: string): Promise<PlannedText> {
    const stores = (await this.inStore(path)) ?? ''
    const sides = this.kept(path, { stores, sources: null })
    const removed = countLines(stores, '').removed
    return { from: null, size: utf8Bytes(stores).length, added: 0, removed, sides }
  }

  private async compared(
    path: string,
    origin: string | null,
    content: string | null,
  ): Promise<PlannedText> {
    const stores = origin === null ? null : await this.inStore(origin)
    const sources = content ?? stores ?? ''
    const from = origin === path ? null : origin
    const size = utf8Bytes(sources).length
    const counts = content === null ? { added: 0, removed: 0 } : countLines(stores ?? '', sources)
    return { from, size, ...counts, sides: this.kept(path, { stores, sources }) }
  }

  private async inStore(path: string): Promise<string | null> {
    const { id, audience } = this.store
    if (id === null) return null
    return (await headInStore(this.db, id, path, audience))?.text() ?? null
  }

  private kept(path: string, sides: { stores: string | null; sources: string | null }) {
    const { wanted } = this
    if (wanted === null || (wanted !== 'all' && wanted.path !== path)) return null
    return wanted !== 'all' || this.characters + charactersOf(sides) <= MAX_CHARACTERS
      ? sides
      : null
  }

  private put(path: string, text: PlannedText): void {
    this.drop(path)
    this.texts.set(path, text)
    if (text.sides) this.characters += charactersOf(text.sides)
  }

  private drop(path: string): void {
    const { sides = null } = this.texts.get(path) ?? {}
    if (sides) this.characters -= charactersOf(sides)
    this.texts.delete(path)
  }
}

const charactersOf = ({ stores, sources }: NonNullable<PlannedText['sides']>) =>
  (stores?.length ?? 0) + (sources?.length ?? 0)
