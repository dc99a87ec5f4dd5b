import { readFolders } from '@/components/folders/read-folders'

export const dynamic = 'force-dynamic'

/** Lists the watched folders, for a page that stays open. */
export async function GET(): Promise<Response> {
  return Response.json(await readFolders())
}
