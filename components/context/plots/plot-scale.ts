/** The numbers beside a plot, from 0 on, equally far apart. */
export interface PlotScale {
  /** the value at the end of the scale; at least the one that it was made for */
  end: number
  ticks: readonly number[]
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10]

/**
 * Returns a scale of round whole numbers that reaches `most`, in about this many steps. For zero it
 * is a scale to 1.
 */
export function plotScale(most: number, steps: number): PlotScale {
  const wanted = Math.max(1, most) / steps
  const power = 10 ** Math.floor(Math.log10(wanted))
  const round = (ROUND_STEPS.find((each) => each * power >= wanted) ?? 10) * power
  const step = Math.max(1, Math.ceil(round))
  const count = Math.max(1, Math.ceil(most / step))
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}
