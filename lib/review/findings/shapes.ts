import { bandsOf, shinglesOfWords, signatureOf, wordsOf } from '@/lib/text/min-hash'

/** That by which a text is compared with others. */
export class Shape {
  private found: readonly number[] | null = null

  constructor(readonly shingles: ReadonlySet<number>) {}

  get bands(): readonly number[] {
    return (this.found ??= bandsOf(signatureOf(this.shingles)))
  }
}

/** Shingles kept, of all texts together: some megabytes. */
const MAX_KEPT = 200_000

interface OfVersion {
  storeKey: number
  sequence: number
}

/**
 * The shapes of versions, each computed once: a written text is signed, compared with others and looked
 * at by those that come after it. Lives as long as one turn of the examiner, as the texts themselves do.
 */
export class Shapes {
  private readonly known = new Map<string, Shape | null>()
  private kept = 0

  /** Returns whether a version's shape is known, so that its text need not be read. */
  has({ storeKey, sequence }: OfVersion): boolean {
    return this.known.has(`${storeKey} ${sequence}`)
  }

  /**
   * The shape of a version; null: it is too short to tell it from others, or gone. `text`: of the
   * version, undefined: it is gone, or its shape is known. `maybeYield`: see `distinctiveShingles`.
   */
  async of(
    { storeKey, sequence }: OfVersion,
    text: string | undefined,
    maybeYield: () => Promise<void>,
  ): Promise<Shape | null> {
    const name = `${storeKey} ${sequence}`
    const known = this.known.get(name)
    if (known !== undefined) return known
    const shingles = text === undefined ? null : await distinctiveShingles(text, maybeYield)
    const shape = shingles && new Shape(shingles)
    if (text !== undefined) this.keep(name, shape)
    return shape
  }

  private keep(name: string, shape: Shape | null): void {
    const size = shape?.shingles.size ?? 1
    if (this.kept + size > MAX_KEPT) return
    this.kept += size
    this.known.set(name, shape)
  }
}

/** Shorter texts are alike by chance: headings, templates. */
const MIN = 20

/** UTF-16 units of a text that are looked at: the rest of a large one would only take time. */
const MAX_INSPECTED = 100_000

const LINES_PER_TURN = 50

/**
 * The parts by which a memory is compared with others; null: too few to tell it from them. `maybeYield`
 * is awaited between lines: those of a large text take tens of milliseconds.
 */
async function distinctiveShingles(
  text: string,
  maybeYield: () => Promise<void>,
): Promise<ReadonlySet<number> | null> {
  const words: string[] = []
  for (const [index, line] of text.slice(0, MAX_INSPECTED).split('\n').entries()) {
    if (index % LINES_PER_TURN === 0) await maybeYield()
    words.push(...wordsOf(line))
  }
  await maybeYield()
  const shingles = shinglesOfWords(words)
  await maybeYield()
  return shingles === null || shingles.size < MIN ? null : shingles
}
