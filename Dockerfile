# Sello as one image. Build: docker build -t sello .   Run: see docs/operations.md.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm pack --pack-destination /tmp \
 && mkdir /app && tar xzf /tmp/sello-*.tgz -C /app --strip-components 1 \
 && cd /app && npm ci --omit=dev --no-audit --no-fund

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production SELLO_DATA_DIR=/var/lib/sello SELLO_HOST=0.0.0.0
COPY --from=build /app /app
RUN install -d -o node -g node /var/lib/sello && ln -s /app/dist/bin/sello.js /usr/local/bin/sello
USER node
VOLUME /var/lib/sello
EXPOSE 4600
# The ministry can take 40 s to answer: a stop waits for what is under way.
STOPSIGNAL SIGTERM
ENTRYPOINT ["sello"]
CMD ["start"]
