# Receives webhooks: verifies each over its raw body and keeps it once, in order. A Rack application; in config.ru:
#   require_relative 'receiver'
#   run WebhookReceiver.new(ENV.fetch('WEBHOOK_SECRET'), ENV.fetch('WEBHOOK_INBOX'))
require 'json'
require 'openssl'

class WebhookReceiver
  TOLERANCE_SECONDS = 300
  MAX_BODY_BYTES = 1024 * 1024

  # Raises ArgumentError where the secret is none: nothing must be verified with an empty key.
  def initialize(secret, inbox)
    @key = secret.start_with?('whsec_') ? secret.delete_prefix('whsec_').unpack1('m0') : ''
    raise ArgumentError, 'WEBHOOK_SECRET is missing or no webhook secret' if @key.bytesize < 16

    @inbox = inbox
  end

  def call(env)
    return [405, {}, []] unless env['REQUEST_METHOD'] == 'POST'

    body = env['rack.input'].read(MAX_BODY_BYTES + 1).to_s.b
    return [400, {}, []] if body.bytesize > MAX_BODY_BYTES || !verify(env, body)

    keep(env['HTTP_WEBHOOK_ID'], body)
    [204, {}, []]
  end

  # env has the headers, as Rack and CGI name them.
  def verify(env, body)
    id = env['HTTP_WEBHOOK_ID'].to_s
    timestamp = env['HTTP_WEBHOOK_TIMESTAMP'].to_s
    return false unless id.match?(/\A[A-Za-z0-9_.-]{1,128}\z/) && timestamp.match?(/\A[0-9]{1,12}\z/)
    return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS

    digest = OpenSSL::HMAC.digest('SHA256', @key, "#{id}.#{timestamp}.".b + body)
    expected = "v1,#{[digest].pack('m0')}"
    given = env['HTTP_WEBHOOK_SIGNATURE'].to_s.b.split(' ')
    given.map { |one| OpenSSL.secure_compare(expected, one) }.any?
  end

  # Appends the event to the inbox, one line each: id, invoice, sequence, body. Leaves out an event that is there, and
  # one that is older than another of its invoice. A table of your database does the same, with a unique key on the id.
  def keep(id, body)
    event = JSON.parse(body)
    sequence = event['sequence']
    invoice = sequence.nil? ? '' : (event['data']['invoice_id'] || event['data']['id']).to_s
    File.open(@inbox, 'a+b') do |inbox|
      inbox.flock(File::LOCK_EX)
      last = "\n"
      inbox.each_line do |line|
        last = line
        fields = line.split("\t")
        next if fields.size < 4
        return if fields[0] == id || (invoice != '' && fields[1] == invoice && fields[2].to_i >= sequence)
      end
      torn = last.end_with?("\n") ? '' : "\n"
      inbox.write(torn + [id, invoice, sequence, body.tr("\t\r\n", ' ')].join("\t") + "\n")
      inbox.fsync
    end
  end
end
