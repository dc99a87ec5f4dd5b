'use client'

import dynamic from 'next/dynamic'

// Each page names this file, and few are shown it.
export default dynamic(() => import('@/components/frame/failed').then((it) => it.Failed))
