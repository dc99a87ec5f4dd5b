import Link from 'next/link'

export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="text-xl font-semibold">There is nothing here</h1>
      <p className="mt-2 text-faint">
        The store may have been deleted, or the address is mistyped.{' '}
        <Link href="/" className="text-accent underline underline-offset-2">
          All stores
        </Link>
      </p>
    </main>
  )
}
