import { textsFile } from '@/components/i18n/texts'
import { isLocale } from '@/lib/text/locale'

/** The texts of a language for the browser, under a name that changes with them: it keeps the file. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/texts/[file]'>,
): Promise<Response> {
  const { file } = await params
  const [locale] = file.split('.')
  if (!isLocale(locale)) return new Response(null, { status: 404 })
  const { name, script } = textsFile(locale)
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // Another name is that of another build: its page gets the texts that there are.
      'cache-control': file === name ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  })
}
