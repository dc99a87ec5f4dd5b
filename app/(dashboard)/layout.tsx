import Link from 'next/link'
import type { ReactNode } from 'react'
import { Providers } from '@/components/ui/providers'

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:p-2"
      >
        Skip to the content
      </a>
      <header className="flex h-12 items-center border-b border-line bg-surface px-4">
        <Link href="/" className="font-semibold tracking-tight">
          Palimpsest
        </Link>
      </header>
      <main id="main">{children}</main>
    </Providers>
  )
}
