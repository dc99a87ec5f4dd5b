import type { PlanRow } from '@/lib/store/plan/plan'

/** How the rows of a plan stand on its page, in this order. */
const IN_ORDER = [
  'merged',
  'changed',
  'moved',
  'new',
  'gone',
  'conflict',
  'kept',
  'leftOut',
] as const

export type RowGroup = (typeof IN_ORDER)[number]

function groupOf({ group, operation, isMerged }: PlanRow): RowGroup {
  if (group === 'conflict') return 'conflict'
  if (group === 'keep') return 'kept'
  if (group === 'cannot') return 'leftOut'
  if (isMerged) return 'merged'
  if (operation === 'created' || operation === 'revived') return 'new'
  if (operation === 'deleted') return 'gone'
  return operation === 'renamed' ? 'moved' : 'changed'
}

/** The rows by group; groups without rows are left out. */
export function rowGroups(rows: readonly PlanRow[]): { group: RowGroup; rows: PlanRow[] }[] {
  return IN_ORDER.map((group) => ({
    group,
    rows: rows.filter((row) => groupOf(row) === group),
  })).filter((each) => each.rows.length > 0)
}

/** The path under which a row is shown. */
export const pathOfRow = ({ after, before, id }: PlanRow) => after?.path ?? before?.path ?? id
