/** A sample's place in its work: it stays the same while others come. */
export interface SamplePlace {
  readonly level: number
  readonly round: number
  readonly slot: number
}

const NAME = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

/** The name of a sample in its work, as `0.3.1`. */
export function sampleName({ level, round, slot }: SamplePlace): string {
  return `${level}.${round}.${slot}`
}

/** The place that a name stands for; null: it is no name. */
export function placeOfSample(name: string): SamplePlace | null {
  const found = NAME.exec(name)
  if (!found) return null
  const [level = 0, round = 0, slot = 0] = found.slice(1).map(Number)
  return { level, round, slot }
}
