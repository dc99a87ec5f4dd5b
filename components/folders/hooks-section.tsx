import 'server-only'
import { addressOfServer } from '@/components/welcome/server-address'
import { hooksState } from '@/lib/connect/claude-code-hooks'
import { listConnections } from '@/lib/connect/list-connections'
import { database } from '@/lib/db/open-database'
import { HooksCard } from './hooks-card'

/** Whether Claude Code's hooks tell of what it writes, where its memory is watched. */
export async function HooksSection() {
  const connections = await listConnections(database())
  const watched = connections.filter(({ preset }) => preset === 'claude_code')
  if (watched.length === 0) return null
  const state = await hooksState(await addressOfServer())
  if (state === 'out of reach') return null
  const [all, exact] = watched.reduce(
    ([sum, sure], { written }) => [
      sum + written.exact + written.likely + written.unknown,
      sure + written.exact,
    ],
    [0, 0],
  )
  const unsure = all === 0 ? 0 : Math.round(((all - exact) * 100) / all)
  return <HooksCard state={state} unsurePercent={unsure} />
}
