-- Over the user and the role, under SECRET_KEY. A role counts as merchant if the MAC does not hold. The first start
-- afterwards signs the users that there are.
alter table users add column role_mac bytea;
