import { readFrameLists } from '@/components/frame/read-frame-lists'

export const dynamic = 'force-dynamic'

/** Answers the lists of the sidebar, for a page that stays open. */
export async function GET(): Promise<Response> {
  return Response.json(await readFrameLists())
}
