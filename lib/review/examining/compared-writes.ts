import type { Database } from '@/lib/db/database'
import { scanInBackground } from '@/lib/scan/scanner'
import { allMemories } from '@/lib/store/memories/all-memories'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { comparedLine } from '@/lib/text/compared-line'
import { chunked } from '@/lib/text/chunked'
import { splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import { addedLinesOf, newPathOf } from './examine-memory'
import { collapsesOf, vanishedLines, scannedFacts } from './write-facts'
import type { PastFacts, PastWrite } from '../policy/past-writes'
import { versionsBeforeEach } from './sql/examined'

/** Compares this many writes, the newest; older ones are judged by their changeset's outcome. */
const MAX_INSPECTED = 2_000

const WRITES_PER_READ = 50

/** Time to scan one write, milliseconds; past it, the write counts as not scanned. */
const SCAN_MS = 1_000

/** Stores up to this size are read to see where lines stand; bytes. */
const SMALL_BYTES = 2_000_000

export interface ComparedStore {
  key: number
  id: string
  byteSize: number
}

/**
 * The facts of single writes, where a changeset wrote a memory several times: its outcome would hide
 * what one write took or brought and the next put right. The lines that each added are scanned again;
 * lost is what stands in no other memory by now.
 */
export class ComparedWrites {
  private left = MAX_INSPECTED
  /** each line with the memory it stands in; null: in several */
  private standing: ReadonlyMap<string, string | null> | null = null
  private readonly maybeYield: () => Promise<void>

  constructor(
    private readonly db: Database,
    private readonly store: ComparedStore,
    private readonly input: { signal: AbortSignal | undefined },
  ) {
    this.maybeYield = turns(input.signal)
  }

  /** Compares writes, by the versions' ids; those beyond the limit get no facts. */
  async of(writes: readonly PastWrite[]): Promise<ReadonlyMap<string, PastFacts>> {
    const facts = new Map<string, PastFacts>()
    const looked = writes.slice(0, this.left)
    this.left -= looked.length
    for (const part of chunked(looked, WRITES_PER_READ)) {
      const former = await this.formerOf(part)
      const texts = await versionTexts(this.db, {
        storeKey: this.store.key,
        sequences: [...new Set([...former].flat().filter((each) => each !== null))],
        signal: this.input.signal,
      })
      for (const write of part) {
        const before = former.get(write.sequence)
        if (before === undefined) continue
        const change = changeOf(write, { before, texts })
        facts.set(write.versionId, change ? await this.factsOf(write, change) : GONE)
        await this.maybeYield()
      }
    }
    return facts
  }

  /**
   * The version before each write whose changeset wrote the memory more than once; null: there was
   * none.
   */
  private async formerOf(
    writes: readonly PastWrite[],
  ): Promise<ReadonlyMap<number, number | null>> {
    const rows = await versionsBeforeEach(
      this.db.bulk.until(this.input.signal),
      this.store.key,
      writes.map(({ sequence }) => sequence),
    )
    return new Map(rows.map(({ sequence, former }) => [sequence, former]))
  }

  private async factsOf(
    { memoryId, facts: { isRedacted } }: PastWrite,
    change: MemoryChange<MemoryText>,
  ): Promise<PastFacts> {
    const after = new Set(splitLines(change.after?.content ?? '').map(comparedLine))
    const gone = await vanishedLines(change, after, this.maybeYield)
    if (gone.size > 0) this.standing ??= await this.standingLines()
    let lostLines = 0
    for (const [line, { count }] of gone) {
      const place = this.standing?.get(line)
      if (place === undefined || place === memoryId) lostLines += count
    }
    const input = { path: newPathOf(change), lines: await addedLinesOf(change) }
    const { findings, isScanned } = scannedFacts(await scanInBackground(input, SCAN_MS))
    return {
      lostLines,
      findings: [...(await collapsesOf(change)), ...findings],
      isScanned: isScanned && !isRedacted,
      isRedacted,
    }
  }

  private async standingLines(): Promise<ReadonlyMap<string, string | null>> {
    const lines = new Map<string, string | null>()
    if (this.store.byteSize > SMALL_BYTES) return lines
    const { signal } = this.input
    for await (const { id, content } of allMemories(this.db, { storeId: this.store.id, signal })) {
      for (const text of splitLines(content)) {
        const line = comparedLine(text)
        if (line === null) continue
        lines.set(line, lines.has(line) && lines.get(line) !== id ? null : id)
      }
      await this.maybeYield()
    }
    return lines
  }
}

/** The facts of a write from which a redaction took a text. */
const GONE: PastFacts = { lostLines: null, findings: [], isScanned: false, isRedacted: true }

/** Null: one of its texts was redacted. */
function changeOf(
  { sequence, operation, paths }: PastWrite,
  { before, texts }: { before: number | null; texts: ReadonlyMap<number, string> },
): MemoryChange<MemoryText> | null {
  const [was, is] = [before === null ? undefined : texts.get(before), texts.get(sequence)]
  if (operation !== 'deleted' && is === undefined) return null
  if (operation !== 'created' && was === undefined) return null
  const [first = '', last = first] = paths
  return {
    memoryId: '',
    before: operation === 'created' || was === undefined ? null : { path: first, content: was },
    after: operation === 'deleted' || is === undefined ? null : { path: last, content: is },
  }
}
