import express from 'express'

// The floor of a start: Express and one route, bundled as the site is.
express()
  .get('/', (_req, res) => {
    res.send('ok')
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
