import { perProcess } from '@/lib/per-process'
import type { ApiRequest } from './api-request'

type Asked = Pick<ApiRequest, 'headers'>

/** A call of the API that did not come from the dashboard. */
export interface OutsideCall {
  /** milliseconds since 1970 */
  at: number
  /** the program that called, by the first word of its `user-agent`; null if it did not say */
  program: string | null
}

const state = () =>
  perProcess<{ last: OutsideCall | null }>('outside-calls', () => ({ last: null }))

/**
 * Returns whether a page of the dashboard sent a call: browsers mark their own pages' requests by a
 * header. Any program can send it: nothing that matters may follow from it.
 */
function isFromDashboard(request: Asked): boolean {
  return request.headers.get('sec-fetch-site') === 'same-origin'
}

/** Notes a call whose caller was accepted. */
export function noteCall(request: Asked): void {
  if (isFromDashboard(request)) return
  const program = request.headers.get('user-agent')?.split(/[\s;]/, 1)[0]?.slice(0, 60) ?? ''
  state().last = { at: Date.now(), program: program === '' ? null : program }
}

/** The last such call that this process answered. */
export function lastOutsideCall(): OutsideCall | null {
  return state().last
}
