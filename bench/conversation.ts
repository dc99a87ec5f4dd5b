import { createSession } from '@/lib/agent/create-session'
import type { SessionEventBody } from '@/lib/agent/session-event'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { addEvents, eventId } from './fill'
import type { Ground } from './ground'
import { ask } from './http-call'
import { clocked, inTurns } from './measure'
import { part } from './part'
import { type Measured, median } from './row'
import { seenBy, watchedPage } from './watched-page'

/** A session's page by the length of its conversation: the server, the browser, and a typed letter. */
export const conversationPart = part(
  {
    /** events of the conversations; the first is the baseline */
    lengths: [[198, 5_004, 49_998], [12]],
    rounds: [5, 1],
    /** answers of the server of each in a round */
    runs: [4, 1],
  },
  async ({ lengths, rounds, runs }, ground) => {
    const { url } = await ground.server()
    const talks: { name: string; address: string }[] = []
    for (const events of lengths) {
      const id = await ground.fill((db) => talkOf(db, events))
      talks.push({ name: `${events} events`, address: `/sessions/${id}` })
    }
    const answering = talks.map(({ name, address }) => ({
      ...{ name, act: clocked(async () => (await ask(url + address)).text()) },
    }))
    const typing = talks.map(({ name, address }) => ({
      ...{ name, act: () => typedIn(ground, address) },
    }))
    return [
      ...(await inTurns('conversation: the server’s answer with the page', answering, {
        ...{ rounds, runs, warmUp: 1 },
      })),
      ...(await inTurns('conversation: a letter typed, until its frame', typing, { rounds })),
    ]
  },
)

/** The median letter that is typed into a new window, and what else the window has seen. */
async function typedIn(ground: Ground, address: string): Promise<Measured> {
  const page = await watchedPage(ground, 1)
  const response = await page.goto(address)
  const bytes = (await response?.body())?.length ?? 0
  const opened = await seenBy(page)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('What did you note?', { delay: 40 })
  const typed = Object.values((await seenBy(page)).interactions)
  await page.close()
  return {
    times: [median(typed)],
    also: {
      'ms the longest task on opening': Math.max(0, ...opened.longTasks),
      elements,
      'kB of document': bytes / 1024,
    },
  }
}

/** Fills in a session with this many events, as they would stand in its log; returns its id. */
export async function talkOf(db: Database, events: number): Promise<string> {
  const store = await createStore(db, { name: `Talk of ${events}` })
  const { id } = await createSession(db, {
    settings: { model: PRACTICE_MODEL },
    stores: [{ storeId: store.id }],
    openedBy: LOCAL_USER_ACTOR,
  })
  await addEvents(db, id, events, (sequence) => eventAt(id, sequence))
  return id
}

/** Returns an event of a person's turns: message, running, call, result, answer, idle. */
function eventAt(sessionId: string, sequence: number): SessionEventBody {
  const turn = Math.ceil(sequence / 6)
  switch (sequence % 6) {
    case 1:
      return { type: 'user.message', texts: [`Remember fact ${turn}, which is of some length.`] }
    case 2:
      return { type: 'session.status_running' }
    case 3:
      return {
        ...{ type: 'agent.tool_use', name: 'memory', modelToolUseId: `toolu_${sequence}` },
        input: { command: 'view', path: '/memories/notes.md' },
        ...{ malformedInput: null, needsApproval: false },
      }
    case 4:
      return {
        ...{ type: 'agent.tool_result', toolUseId: eventId(sessionId, sequence - 1) },
        content: `Here are the notes:\n${'- a line that was noted\n'.repeat(20)}`,
        ...{ isError: false, written: [], durationMs: 2 },
      }
    case 5: {
      const text = `I have noted **fact ${turn}**.\n\n- first\n- second\n`
      return { type: 'agent.message', text, isPartial: false }
    }
    default:
      return { type: 'session.status_idle', stopReason: { type: 'end_turn', detail: 'done' } }
  }
}
