import type { z } from 'zod'
import type { Action } from '@/lib/auth/may'
import type { Handler } from './api-call'
import type { ResponseName } from './response-schemas'

/** One method of one address. */
export interface Operation<Params = never> {
  /** its `operationId` */
  id: string
  summary: string
  description?: string
  answers: ResponseName | 'text/event-stream' | 'application/octet-stream'
  query?: z.ZodObject
  /** headers that only this operation has */
  headers?: z.ZodObject
  body?: z.ZodType
  /** whether the body may also be a file */
  takesFile?: true
  /** whether pages of the dashboard ask for it too: uploads, and what becomes of them */
  isOfPages?: true
  /** whether it tells of the API itself, and of nothing that is kept here */
  isAboutApi?: true
  /**
   * what the caller must be allowed to do; whatever they may not see is 404 to them, for any access
   */
  access: Action
  handler: Handler<Params>
}

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** The segments in braces of a path: `{ storeId: string }` of `/v1/memory_stores/{storeId}`. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Each in Name]: string } & ParamsOf<Rest>
  : object

/** An address of the API with its operations. */
export interface Route {
  /** `/v1/memory_stores/{storeId}` */
  path: string
  operations: Partial<Record<Method, Operation>>
  /** the methods that it takes, for the header `allow` */
  allow: string
}

/** A route whose handlers take the segments that its path names. */
export function at<const Path extends string>(
  path: Path,
  operations: Partial<Record<Method, Operation<ParamsOf<Path>>>>,
): Route {
  const methods: string[] = METHODS.filter((method) => operations[method] !== undefined)
  const allow = [...methods, ...(operations.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return { path, operations, allow }
}
