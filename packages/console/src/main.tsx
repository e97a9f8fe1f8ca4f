import './styles/index.css'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/http.ts'
import { App } from './app/app.tsx'
import { watchAttendance } from './app/attended.ts'
import { applyTheme } from './app/theme.ts'

applyTheme()
watchAttendance(window)

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        !(error instanceof ApiError && error.status < 500) && failures < 2,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

const root = document.getElementById('sello')
if (!root) throw new Error('bug: the page lost its root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
