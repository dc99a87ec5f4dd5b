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
  /** stores by their ids */
  stores: readonly string[]
  /** what the model does, request by request; then it says *Done.* */
  steps: readonly ScriptedStep[]
  palimpsest?: object
  /** tokens of the model's window */
  window?: number
}

export interface Session {
  id: string
  model: string
  send: (text: string) => Promise<unknown>
}

interface Scripted {
  /** Opens a session, to which nothing was said yet, with a store by this name. */
  talk: (
    steps: readonly ScriptedStep[],
    over?: { store?: string; asks?: boolean },
  ) => Promise<Session>
  /** Opens a session whose agent was told *Go*, and answers its id once it rests. */
  rested: (opening: Opening) => Promise<string>
  /** the official SDK’s client of sessions */
  sessions: Sessions
}

/** Of a session: a person is asked about each write. */
export const ASKS = { approval: 'always_ask' }

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
    await use(async (steps, { store = 'Notes', asks = false } = {}) => {
      const made = [await stores.make(store)]
      return opened(models, sessions, { stores: made, steps, ...(asks && { palimpsest: ASKS }) })
    })
  },
  rested: async ({ models, sessions }, use) => {
    await use(async (opening) => {
      const { id, send } = await opened(models, sessions, opening)
      const stream = await sessions.events.stream(id)
      await send('Go')
      for await (const { type } of stream) if (type === 'session.status_idle') break
      return id
    })
  },
})

async function opened(
  models: ModelServer,
  sessions: Sessions,
  { stores, steps, palimpsest, window }: Opening,
): Promise<Session> {
  const model = models.scripted(...steps, DONE)
  if (window !== undefined) models.know(model, { window })
  const { id } = await sessions.create({
    agent: model,
    environment_id: 'env_any',
    resources: stores.map((each) => ({ type: 'memory_store', memory_store_id: each })) as never,
    ...({ palimpsest } as object),
  })
  return { id, model, send: (text) => sessions.events.send(id, { events: [message(text)] }) }
}
