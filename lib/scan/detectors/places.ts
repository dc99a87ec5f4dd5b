/** A part of a text. */
export interface Place {
  from: number
  /** exclusive */
  to: number
}

/** Places of a text, of which those that overlap another are found without going through all. */
export class Places<Each extends Place> {
  private readonly places: readonly Each[]
  /** the furthest end of the places up to each, which never falls */
  private readonly reaches: number[] = []

  constructor(places: readonly Each[]) {
    this.places = places.toSorted((one, other) => one.from - other.from)
    let reach = 0
    for (const { to } of this.places) this.reaches.push((reach = Math.max(reach, to)))
  }

  /** Returns whether an accepted place overlaps a part of the text. */
  overlaps({ from, to }: Place, isMeant: (place: Each) => boolean = () => true): boolean {
    for (let index = this.firstBeyond(from); index < this.places.length; index++) {
      const place = this.places[index]
      if (!place || place.from >= to) return false
      if (place.to > from && isMeant(place)) return true
    }
    return false
  }

  /** The index of the first place up to which the places reach beyond an offset. */
  private firstBeyond(offset: number): number {
    let low = 0
    let high = this.reaches.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.reaches[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
