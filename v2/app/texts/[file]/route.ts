import { textsFile } from '@/components/i18n/texts'
import { isLocale } from '@/lib/text/locale'

/** Compressed, as whoever asks takes it; a refusal of it (`gzip;q=0`) counts. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** The texts of a language for the browser, under a name that changes with them: it keeps the file. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/texts/[file]'>,
): Promise<Response> {
  const { file } = await params
  const [locale] = file.split('.')
  if (!isLocale(locale)) return new Response(null, { status: 404 })
  const { name, script, packed } = textsFile(locale)
  // The framework compresses no route's answer.
  const isPacked = TAKES_GZIP.test(request.headers.get('accept-encoding') ?? '')
  return new Response(isPacked ? packed : script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // Another name is that of another build: its page gets the texts that there are.
      'cache-control': file === name ? 'public, max-age=31536000, immutable' : 'no-store',
      vary: 'accept-encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  })
}
