<?php

declare(strict_types=1);

namespace Sello;

/**
 * A call without an answer to return. `errorCode`: the service's, or `network`, `timeout`, `unreadable_answer`,
 * `webhook_invalid`. `outcome`: `refused` where nothing was done; `unknown` where the operation may have been done: the
 * same call settles it. `idempotencyKey` is the one to repeat it with.
 */
final class SelloError extends \RuntimeException
{
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly array $details = [],
        public readonly string $outcome = 'refused',
        public readonly ?string $idempotencyKey = null,
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $requestId = null,
    ) {
        parent::__construct($message);
    }

    /** The same, with what earlier attempts imply. */
    public function withOutcome(string $outcome): self
    {
        return new self(
            $this->errorCode, $this->getMessage(), $this->status, $this->details, $outcome,
            $this->idempotencyKey, $this->retryAfterSeconds, $this->requestId,
        );
    }
}
