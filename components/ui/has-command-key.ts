import 'server-only'
import { headers } from 'next/headers'

/** Whether the machine that asks has a ⌘ key, as its browser names it. */
export async function hasCommandKey(): Promise<boolean> {
  return /Mac OS X|Macintosh/.test((await headers()).get('user-agent') ?? '')
}
