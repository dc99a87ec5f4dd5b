import type { Caller } from '@/lib/auth/caller'
import type { Database } from '@/lib/db/database'
import type { Audience } from '@/lib/store/model/audience'
import type { Cause } from '@/lib/store/model/actor'
import type { ApiRequest } from './api-request'
import type { Dialect } from './dialect'

/** An API request whose caller is known. */
export interface ApiCall<Params> {
  db: Database
  request: ApiRequest
  /** the address's segments in braces, decoded */
  params: Params
  caller: Caller
  /** whom the answer is for */
  audience: Audience
  /** recorded with every change that this request makes */
  cause: Cause
  dialect: Dialect
  requestId: string
}

/** Answers a call with a body for JSON, or with a whole response. */
export type Handler<Params = object> = (call: ApiCall<Params>) => Promise<unknown>
