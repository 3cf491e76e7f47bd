module quittance.example/quittance

go 1.19
