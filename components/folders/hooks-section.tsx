import 'server-only'
import type { ReactNode } from 'react'
import { addressOfServer } from '@/components/welcome/server-address'
import { hooksState } from '@/lib/connect/claude-code-hooks'
import { listConnections } from '@/lib/connect/list-connections'
import { database } from '@/lib/db/open-database'
import { HooksCard } from './hooks-card'

/** The state of Claude Code's hooks; null: none of its memory folders is watched. */
export async function hooksCard(): Promise<ReactNode> {
  const connections = await listConnections(database())
  if (!connections.some(({ preset }) => preset === 'claude_code')) return null
  const state = await hooksState(await addressOfServer())
  if (state === 'out of reach') return null
  return <HooksCard state={state} />
}
