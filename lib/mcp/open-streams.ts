import { perProcess } from '@/lib/per-process'
import type { McpCall } from './mcp-call'

/** Streams that one caller may have open: a key; without one, a program in one session. */
const MAX_STREAMS = 64

/** Streams of all callers without a key together, who may call themselves anything. */
const MAX_STREAMS_WITHOUT_KEY = 512

const WITHOUT_KEY = 'without a key'

/** Numbers of open streams by the quota they count against. */
const openStreams = perProcess('streams of MCP', () => new Map<string, number>())

/** A quota that a stream counts against. */
interface Share {
  name: string
  maximum: number
  /** whose streams these are */
  whose: string
}

/** Counts a stream that a caller opens; returns what gives its place back, or why there is none. */
export function takePlace(call: McpCall): { giveBack: () => void } | { problem: string } {
  const shares = sharesOf(call)
  const full = shares.find(({ name, maximum }) => (openStreams.get(name) ?? 0) >= maximum)
  if (full) {
    const { whose, maximum } = full
    return { problem: `${whose} may have ${maximum} streams open, and has. Close one first.` }
  }
  count(shares, 1)
  let isOpen = true
  return {
    giveBack: () => {
      if (isOpen) count(shares, -1)
      isOpen = false
    },
  }
}

function sharesOf({ caller, client, sessionId }: McpCall): Share[] {
  if (caller.keyId !== null) {
    return [{ name: caller.keyId, maximum: MAX_STREAMS, whose: 'A key' }]
  }
  const name = JSON.stringify([client?.name ?? null, sessionId])
  return [
    { name, maximum: MAX_STREAMS, whose: 'A program without a key' },
    {
      name: WITHOUT_KEY,
      maximum: MAX_STREAMS_WITHOUT_KEY,
      whose: 'All programs without a key together',
    },
  ]
}

function count(shares: readonly Share[], more: 1 | -1): void {
  for (const { name } of shares) {
    const open = (openStreams.get(name) ?? 0) + more
    if (open > 0) openStreams.set(name, open)
    else openStreams.delete(name)
  }
}
