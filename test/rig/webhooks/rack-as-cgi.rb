# Runs the guide's Rack application for one request, as CGI: the environment has the request, standard input its body.
require ARGV.fetch(0)

env = ENV.to_h.merge('rack.input' => $stdin.binmode)
begin
  status, = WebhookReceiver.new(ENV.fetch('WEBHOOK_SECRET'), ENV.fetch('WEBHOOK_INBOX')).call(env)
rescue StandardError => e
  warn e.message
  status = 500
end
print "Status: #{status}\r\n\r\n"
