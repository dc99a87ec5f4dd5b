import Anthropic from '@anthropic-ai/sdk'
import {
  DONE,
  type ModelServer,
  type ScriptedStep,
  startModelServer,
} from '@/tests/support/model-server'
import { message } from '@/tests/support/messages'
import { endApplication, startApplication, test as base } from './fixtures'

type Sessions = Anthropic['beta']['sessions']

/** What a journey with a scripted agent begins with. */
interface Opening {
  /** the id of its store; left out: one of its own, with these memories */
  store?: string
  memories?: Readonly<Record<string, string>>
  /** a person is asked about each write */
  asks?: boolean
  /** tokens of the model's window */
  window?: number
}

export interface Session {
  id: string
  store: string
  model: string
  send: (text: string) => Promise<unknown>
}

/** `steps`: what the model does, request by request; then it says *Done.* */
type Opens = (steps: readonly ScriptedStep[], opening?: Opening) => Promise<Session>

interface Scripted {
  /** Opens a session to which nothing was said yet. */
  talk: Opens
  /** Opens one whose agent was told *Go*, and answers once it rests. */
  rested: Opens
  /** the official SDK’s client of sessions */
  sessions: Sessions
}

/** Journeys with agents that follow a script, by a server of the Messages API of their own. */
export const test = base.extend<Scripted, { models: ModelServer }>({
  models: [
    // Playwright reads from the pattern which fixtures are needed.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const models = await startModelServer()
      await use(models)
      await models.close()
    },
    { scope: 'worker' },
  ],
  application: [
    async ({ models }, use) => {
      const application = await startApplication({
        ANTHROPIC_API_KEY: 'sk-test-0123456789',
        ANTHROPIC_BASE_URL: models.url,
      })
      await use(application)
      await endApplication(application)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sessions: async ({ application: { url } }, use) => {
    await use(new Anthropic({ apiKey: 'local', baseURL: url }).beta.sessions)
  },
  talk: async ({ models, sessions, stores }, use) => {
    await use(async (steps, { memories, asks = false, window, ...given } = {}) => {
      const store = given.store ?? (await stores.make('Notes', memories))
      const model = models.scripted(...steps, DONE)
      if (window !== undefined) models.know(model, { window })
      const { id } = await sessions.create({
        agent: model,
        environment_id: 'env_any',
        resources: [{ type: 'memory_store', memory_store_id: store }],
        ...((asks && { palimpsest: { approval: 'always_ask' } }) as object),
      })
      const send = (text: string) => sessions.events.send(id, { events: [message(text)] })
      return { id, store, model, send }
    })
  },
  rested: async ({ talk, sessions }, use) => {
    await use(async (...opening) => {
      const session = await talk(...opening)
      const stream = await sessions.events.stream(session.id)
      await session.send('Go')
      for await (const { type } of stream) if (type === 'session.status_idle') break
      return session
    })
  },
})
