import { Hono } from 'hono'
import { writtenMetrics } from '@/lib/metrics/metrics'
import { admit, named, ownPages } from './chain'
import { type Env, requireMay } from './kit'
import { openStreams } from './listened'
import { refuseWith } from './refusals'

/** The figures at `/metrics`, for programs that gather them: from this machine, or with a key for that. */
export const figures = new Hono<Env>()

figures.use(named, ownPages, admit)

figures.get('/metrics', async (c) => {
  requireMay(c, 'see figures')
  const { text, contentType } = await writtenMetrics({ streams: openStreams() })
  return c.body(text, 200, { 'content-type': contentType })
})

figures.onError(refuseWith)
