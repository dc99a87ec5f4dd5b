export interface BranchForkProps {
  /** changes in the branch and in the origin since both last agreed */
  ahead: number
  behind: number
  /** said under the place where they parted, above the branch, and below the origin */
  words: {
    parted: string
    ahead: string
    behind: string
    /** as long as there is room for */
    shownBehind: string
  }
}

const WIDTH = 420
const FORK_AT = 130
const MERGE_AT = 400
const MAX_DOTS = 8

/** Where dots for so many changes stand between two ends. */
function dotsBetween(count: number, from: number, to: number): number[] {
  const dots = Math.min(count, MAX_DOTS)
  return Array.from({ length: dots }, (_, index) => from + ((to - from) * (index + 0.5)) / dots)
}

/** Draws how far a branch and its origin went on; dashed is the merge to come. */
export function BranchFork({ ahead, behind, words }: BranchForkProps) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 96`}
      role="img"
      aria-label={`${words.parted}. ${words.ahead}. ${words.behind}.`}
      className="h-24 w-full max-w-[26rem] shrink-0 text-label max-md:hidden"
    >
      <path d={`M0 62 H${WIDTH}`} className="fill-none stroke-line-2" strokeWidth={1.5} />
      {dotsBetween(5, 0, FORK_AT - 10).map((x) => (
        <circle key={x} cx={x} cy={62} r={2.5} className="fill-ink-3" />
      ))}
      <path
        d={`M${FORK_AT} 62 C${FORK_AT + 20} 62 ${FORK_AT + 18} 30 ${FORK_AT + 40} 30 H${MERGE_AT - 45}`}
        className="fill-none stroke-accent"
        strokeWidth={1.75}
      />
      <path
        d={`M${MERGE_AT - 45} 30 C${MERGE_AT - 20} 30 ${MERGE_AT - 20} 62 ${MERGE_AT} 62`}
        className="fill-none stroke-accent"
        strokeWidth={1.75}
        strokeDasharray="3 3"
      />
      {dotsBetween(ahead, FORK_AT + 45, MERGE_AT - 50).map((x) => (
        <circle key={x} cx={x} cy={30} r={3.5} className="fill-accent" />
      ))}
      {dotsBetween(behind, FORK_AT + 30, MERGE_AT - 20).map((x) => (
        <circle key={x} cx={x} cy={62} r={3.5} className="fill-ink-2" />
      ))}
      <circle cx={FORK_AT} cy={62} r={4.5} className="fill-sheet stroke-ink" strokeWidth={1.5} />
      <circle
        cx={MERGE_AT}
        cy={62}
        r={5}
        className="fill-sheet stroke-accent"
        strokeWidth={1.5}
        strokeDasharray="2.5 2"
      />
      <text x={FORK_AT} y={84} textAnchor="middle" className="fill-ink-2">
        {words.parted}
      </text>
      <text x={(FORK_AT + MERGE_AT) / 2} y={16} textAnchor="middle" className="fill-accent">
        {words.ahead}
      </text>
      <text x={WIDTH} y={84} textAnchor="end" className="fill-ink-2">
        {words.shownBehind}
      </text>
    </svg>
  )
}
