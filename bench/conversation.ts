import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import type { SessionEventBody } from '@/lib/agent/session-event'
import { openDatabase } from '@/lib/db/open-database'
import { newId } from '@/lib/text/prefixed-id'
import type { Ground } from './ground'
import { percentile, type Row, timesOf, withRatios } from './measure'
import { part } from './part'
import { seenBy, watchedPage } from './watched-page'

interface Sizes {
  /** events of the conversations; the first is the baseline */
  lengths: readonly number[]
  /** answers of the server, and windows opened, of each */
  runs: number
  windows: number
}

/** A person's turn: message, running, call, result, answer, idle. */
const TURN = 6

/** A session's page by the length of its conversation: the server, the browser, and a typed letter. */
export const conversationPart = part<Sizes>(
  {
    full: { lengths: [198, 5_004, 49_998], runs: 20, windows: 5 },
    smoke: { lengths: [12], runs: 1, windows: 1 },
  },
  conversationRows,
)

async function conversationRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const { url } = await ground.server()
  const talks: Talk[] = []
  for (const events of sizes.lengths) {
    const address = `/sessions/${await talkOf(ground, url, events)}`
    talks.push({ name: `${events} events`, address, answers: [], windows: [] })
  }
  for (const talk of talks) talk.answers = await answersOf(url + talk.address, sizes.runs)
  // In turns: what else the machine does meets all lengths.
  for (let turn = 0; turn < sizes.windows; turn++) {
    for (const talk of talks) talk.windows.push(await windowOf(ground, talk.address))
  }
  const baseline = talks[0]?.name ?? ''
  const medianOf = ({ windows }: Talk, of: (seen: Window) => number) =>
    percentile(windows.map(of), 0.5)
  return [
    ...withRatios(
      talks.map((talk) => ({
        group: 'conversation: the server’s answer with the page',
        name: talk.name,
        p50: percentile(talk.answers, 0.5),
        p99: percentile(talk.answers, 0.99),
      })),
      baseline,
      'p50',
    ),
    ...withRatios(
      talks.map((talk) => ({
        group: 'conversation: a letter typed, until its frame',
        name: talk.name,
        p50: medianOf(talk, ({ letter }) => letter),
        note: [
          `longest task on opening ${medianOf(talk, ({ longest }) => longest).toFixed(0)} ms`,
          `${medianOf(talk, ({ nodes }) => nodes)} elements`,
          `${Math.round(medianOf(talk, ({ bytes }) => bytes) / 1024)} kB of document`,
        ].join(', '),
      })),
      baseline,
      'p50',
    ),
  ]
}

interface Talk {
  name: string
  address: string
  /** milliseconds */
  answers: number[]
  windows: Window[]
}

/** What one window has seen; times in milliseconds. */
interface Window {
  letter: number
  longest: number
  nodes: number
  bytes: number
}

async function windowOf(ground: Ground, address: string): Promise<Window> {
  const page = await watchedPage(ground)
  const response = await page.goto(address)
  const bytes = (await response?.body())?.length ?? 0
  const opened = await seenBy(page)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('What did you note?', { delay: 40 })
  const typed = Object.values((await seenBy(page)).interactions)
  await page.close()
  return {
    letter: percentile(typed, 0.5),
    longest: Math.max(0, ...opened.longTasks),
    nodes,
    bytes,
  }
}

/** Milliseconds of each answer, read whole. */
function answersOf(address: string, runs: number): Promise<number[]> {
  return timesOf(runs, async () => {
    await (await fetch(address)).text()
  })
}

/** A session with so many events, written into the server's log as they would stand there. */
export async function talkOf(ground: Ground, url: string, events: number): Promise<string> {
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: url })
  const store = await beta.memoryStores.create({ name: `Talk of ${events}` })
  const { id } = await beta.sessions.create({
    agent: 'practice',
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
  })
  const db = openDatabase(`file:${path.join(ground.folder, 'palimpsest.db')}`)
  try {
    await db.write(async (tx) => {
      const found = 'SELECT key FROM sessions WHERE id = ?'
      const key = (await tx.get<{ key: number }>(found, [id]))?.key ?? 0
      for (let sequence = 1; sequence <= events; sequence++) {
        const body = eventAt(id, sequence)
        await tx.run(
          `INSERT INTO session_events (session_key, sequence, id, type, created_at, body)
           VALUES (?, ?, ?, ?, ?, ?)`,
          [
            key,
            sequence,
            sequence % TURN === 3 ? callId(id, sequence) : newId('sevt'),
            body.type,
            Date.now(),
            JSON.stringify(body),
          ],
        )
      }
      await tx.run('UPDATE sessions SET last_sequence = ? WHERE key = ?', [events, key])
    })
  } finally {
    await db.close()
  }
  return id
}

const callId = (sessionId: string, sequence: number) => `sevt_${sessionId}${sequence}`

function eventAt(sessionId: string, sequence: number): SessionEventBody {
  const turn = Math.ceil(sequence / TURN)
  switch (sequence % TURN) {
    case 1:
      return { type: 'user.message', texts: [`Remember fact ${turn}, which is of some length.`] }
    case 2:
      return { type: 'session.status_running' }
    case 3:
      return {
        type: 'agent.tool_use',
        name: 'memory',
        input: { command: 'view', path: '/memories/notes.md' },
        modelToolUseId: `toolu_${sequence}`,
        malformedInput: null,
        needsApproval: false,
      }
    case 4:
      return {
        type: 'agent.tool_result',
        toolUseId: callId(sessionId, sequence - 1),
        content: `Here are the notes:\n${'- a line that was noted\n'.repeat(20)}`,
        isError: false,
        written: [],
        durationMs: 2,
      }
    case 5:
      return {
        type: 'agent.message',
        text: `I have noted **fact ${turn}**.\n\n- first\n- second\n`,
        isPartial: false,
      }
    default:
      return {
        type: 'session.status_idle',
        stopReason: { type: 'end_turn', detail: 'done' },
      }
  }
}
