import { notFound } from 'next/navigation'
import { type NextRequest, NextResponse } from 'next/server'
import { statusOf } from '@/lib/api/refusals'
import { refusalOf } from '@/lib/db/faults'
import { causeOf, log } from '@/lib/log'
import { isRefusal } from '@/lib/refusal'

/** One of the pages' own routes: answers what its address asks for. */
export const answering =
  (work: (asked: URLSearchParams, request: NextRequest) => Promise<unknown>) =>
  (request: NextRequest): Promise<NextResponse> =>
    answered(() => work(request.nextUrl.searchParams, request))

/** The answer of one of the pages' own routes; a refusal goes out with its code and facts, for the page's words. */
export async function answered(work: () => Promise<unknown>): Promise<NextResponse> {
  try {
    return NextResponse.json(await work(), { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return refusedAnswer(error)
  }
}

interface SentFile {
  name: string
  /** its media type */
  type: string
  body: BodyInit
}

/** The answer that a browser saves as a file; null: there is none. */
export async function fileAnswer(work: () => Promise<SentFile | null>): Promise<Response> {
  try {
    const file = await work()
    if (!file) return new Response(null, { status: 404 })
    const { name, type, body } = file
    const fresh = { 'content-type': type, 'cache-control': 'no-store, no-transform' }
    return new Response(body, { headers: { ...attachment(name), ...fresh } })
  } catch (error) {
    return refusedAnswer(error)
  }
}

/** The answer to what was refused, or to a fault of ours, which is logged. */
export function refusedAnswer(error: unknown): NextResponse {
  const refusal = refusalOf(error)
  if (!refusal) {
    log.error('a page’s question failed', causeOf(error))
    const message = 'Something went wrong here; the log of the server says what.'
    return NextResponse.json({ code: 'failed', message, facts: {} }, { status: 500 })
  }
  const { code, message, facts } = refusal
  return NextResponse.json({ code, message, facts }, { status: statusOf(code) })
}

/** What a page's address names; where there is no such thing, the page of what is not there. */
export async function found<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (isRefusal(error) && statusOf(error.code) === 404) notFound()
    throw error
  }
}

/**
 * The header by which a browser saves an answer under this name (RFC 6266). Names beyond ASCII are
 * given twice, for whoever does not know the second form.
 */
function attachment(name: string): { 'content-disposition': string } {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const disposition = `attachment; filename="${plain}"`
  return {
    'content-disposition':
      plain === name ? disposition : `${disposition}; filename*=UTF-8''${exact}`,
  }
}
