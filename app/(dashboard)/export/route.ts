import { ReadableStream as NodeStream } from 'node:stream/web'
import type { NextRequest } from 'next/server'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { plainName } from '@/lib/text/visible-text'
import { EXPORT_TYPES, exportStore } from '@/lib/transfer/export'
import { fileAnswer } from '../answered'

/**
 * A store as a file, sent as it is made: its memories, now or at a moment, as a zip or as JSON Lines, or
 * with every version.
 */
export const GET = ({ nextUrl: { searchParams }, signal }: NextRequest): Promise<Response> =>
  fileAnswer(async () => {
    const storeId = searchParams.get('store') ?? ''
    const given = Number(searchParams.get('at') || Number.NaN)
    const at = Number.isInteger(given) ? given : undefined
    const withHistory = searchParams.get('history') === '1'
    const format = withHistory || searchParams.get('format') === 'jsonl' ? 'jsonl' : 'zip'
    const { name } = await getStore(storeId)
    const asked = { storeId, format, withHistory, at, reader: BY_PERSON, signal } as const
    const body = NodeStream.from(await exportStore(asked)) as ReadableStream
    return { name: `${plainName(name)}.${format}`, type: EXPORT_TYPES[format], body }
  })
