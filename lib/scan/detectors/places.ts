import { lastAtMost } from './scanned-text'

/** A part of a text. */
interface Place {
  from: number
  /** exclusive */
  to: number
}

/** Places of a text, of which those that overlap another are found without going through all. */
export class Places {
  private readonly places: readonly Place[]
  /** the furthest end of the places up to each, which never falls */
  private readonly reaches: number[] = []

  constructor(places: readonly Place[]) {
    this.places = places.toSorted((one, other) => one.from - other.from)
    let reach = 0
    for (const { to } of this.places) this.reaches.push((reach = Math.max(reach, to)))
  }

  /** Returns whether a place overlaps a part of the text. */
  overlaps({ from, to }: Place): boolean {
    const place = this.places[lastAtMost(this.reaches, from) + 1]
    return place !== undefined && place.from < to
  }
}
